/** One file for the list and a complaint: few open both apart, and the first page names one file less. */
export { formalComplaintsApi } from '../../api/members/formal-complaints.ts';
export { FormalList } from './formal-list.tsx';
export { FormalShow } from './formal-show.tsx';
