// The lower parts of the overview, loaded together.
export { Exposure } from '../../features/figures/exposure.tsx';
export { Health } from './health.tsx';
export { Month } from './month.tsx';
