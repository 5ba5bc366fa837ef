/** One file for the list and a case: few open both apart, and the first page names one file less. */
export { riskCasesApi } from '../../api/members/risk-cases.ts';
export { CaseList } from './case-list.tsx';
export { CaseShow } from './case-show.tsx';
