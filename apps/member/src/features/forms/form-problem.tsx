import styles from './form-problem.module.css';

/** Error of the form as a whole. */
export function FormProblem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  );
}
