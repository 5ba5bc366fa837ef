import QuizOutlined from '@mui/icons-material/QuizOutlined';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { lazyScreen } from '../../features/pages/lazy-screen.ts';

export const commonQuestions: ConsolePage = {
  name: 'common-questions',
  title: 'commonQuestions.title',
  icon: QuizOutlined,
  needs: 'GET /api/console/common-questions',
  list: lazyScreen(async () => (await import('./question-list.tsx')).QuestionList),
  create: lazyScreen(async () => (await import('./question-form.tsx')).QuestionCreate),
  edit: lazyScreen(async () => (await import('./question-form.tsx')).QuestionEdit),
  api: async () => (await import('../../api/house/common-questions.ts')).commonQuestionsApi,
};
