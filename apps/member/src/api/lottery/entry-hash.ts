// A file of its own: importing the whole package in time would put all of it into the first screens' scripts.
export { entryHash } from '@tercet/fair';
