import QuizOutlined from '@mui/icons-material/QuizOutlined';
import { commonQuestionsApi } from '../../api/house/common-questions.ts';
import type { ConsolePage } from '../../features/pages/console-page.ts';
import { QuestionCreate, QuestionEdit } from './question-form.tsx';
import { QuestionList } from './question-list.tsx';

export const commonQuestions: ConsolePage = {
  name: 'common-questions',
  title: 'commonQuestions.title',
  icon: QuizOutlined,
  needs: 'GET /api/console/common-questions',
  list: QuestionList,
  create: QuestionCreate,
  edit: QuestionEdit,
  api: commonQuestionsApi,
};
