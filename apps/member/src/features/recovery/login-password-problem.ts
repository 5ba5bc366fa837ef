import { asProblem, Problem } from '../../api/shared/problem.ts';

/**
 * The problem at the login password's field. The text of `wrong-credentials` also names the user name, which is not
 * asked for.
 */
export function loginPasswordProblem(error: unknown): Problem {
  const problem = asProblem(error);
  if (problem.code !== 'wrong-credentials') return problem;
  const code = 'old-password-wrong';
  return new Problem(code, problem.status, problem.params, { loginPassword: code });
}
