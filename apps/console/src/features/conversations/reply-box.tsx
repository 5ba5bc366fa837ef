import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { Section } from '../../ui/section.tsx';
import { useAct } from '../act/use-act.ts';
import { Form } from '../forms/form.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useText } from '../language/use-text.ts';
import { useProblemText } from '../problems/use-problem-text.ts';
import { CannedChoice } from './canned-choice.tsx';
import { type ReplyDraft, rewritten, useReplyDraft } from './drafts.ts';
import type { ReplyValues } from './fill-reply.ts';

const WORDS_MAX = 2_000;
const TYPING_EVERY_MS = 4_000;

interface ReplyBoxProps {
  /** Message group; it names the reader. */
  words: 'desk' | 'visitors';
  /** Names the conversation's draft. */
  threadKey: string;
  /** The reader's language; null if none is chosen. */
  locale: string | null;
  /** What the braces of saved replies become. */
  values: ReplyValues;
  isClosed: boolean;
  /** Idempotent by key. */
  send: (text: string, key: string) => Promise<unknown>;
  /** Called at most every few seconds while staff type. */
  onTyping?: () => void;
}

/** Reply in a conversation. A refused text stays in the box, with the rule that it broke. */
export function ReplyBox({ words, threadKey, locale, values, isClosed, send, onTyping }: ReplyBoxProps) {
  const t = useText();
  const box = useRef<HTMLTextAreaElement>(null);
  const cannedBox = useRef<HTMLInputElement>(null);
  const { draft, write, act } = useReply({
    ...{ threadKey, send, onTyping },
    confirmation: () => t(`${words}.sent`),
    onEnd: () => box.current?.focus(),
  });
  const problemId = useId();
  useKeys([
    { key: 'r', does: `${words}.answer`, act: () => box.current?.focus() },
    { key: 'c', does: 'desk.canned', act: () => cannedBox.current?.focus() },
  ]);
  const insert = (text: string) => {
    const at = box.current?.selectionStart ?? draft.words.length;
    const until = box.current?.selectionEnd ?? at;
    write(`${draft.words.slice(0, at)}${text}${draft.words.slice(until)}`);
    box.current?.focus();
  };
  return (
    <Section title={t('desk.answerTitle')}>
      <Form by="message" onSubmit={() => act.mutate(draft)} onEscape={leave}>
        <CannedChoice words={words} locale={locale} values={values} inputRef={cannedBox} onChosen={insert} />
        <TextField
          label={t(`${words}.answer`)}
          value={draft.words}
          onChange={(event) => write(event.target.value)}
          error={act.error !== null}
          helperText={t('desk.answerHint', { left: WORDS_MAX - [...draft.words].length })}
          inputRef={box}
          multiline
          minRows={3}
          maxRows={12}
          slotProps={{
            htmlInput: {
              dir: 'auto',
              readOnly: act.isPending,
              'aria-keyshortcuts': 'r',
              ...(act.error === null ? {} : { 'aria-errormessage': problemId, 'aria-invalid': true }),
            },
          }}
        />
        <Box id={problemId} role="alert">
          {act.error === null ? null : <NotSent error={act.error} />}
        </Box>
        <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <Button type="submit" variant="contained" loading={act.isPending}>
            {t('desk.send')}
          </Button>
          <Typography color="textSecondary" variant="body2">
            {t(isClosed ? 'desk.opensAgain' : 'desk.keys')}
          </Typography>
        </Stack>
      </Form>
    </Section>
  );
}

interface ReplyOptions extends Pick<ReplyBoxProps, 'threadKey' | 'send' | 'onTyping'> {
  confirmation: () => string;
  onEnd: () => void;
}

function useReply({ threadKey, send, onTyping, confirmation, onEnd }: ReplyOptions) {
  const [draft, setDraft, unsent] = useReplyDraft(threadKey);
  const reportedAt = useRef(Number.NEGATIVE_INFINITY);
  const act = useAct(({ words, key }: ReplyDraft) => send(words, key || crypto.randomUUID()), {
    confirmation,
    draft: unsent,
    onDone: onEnd,
  });
  const write = (words: string) => {
    if (act.isPending) return;
    setDraft(rewritten(draft, words, act.isError));
    if (act.isError) act.reset();
    if (performance.now() - reportedAt.current < TYPING_EVERY_MS || words.trim() === '') return;
    reportedAt.current = performance.now();
    onTyping?.();
  };
  return { draft, write, act };
}

/** The rule that the text broke; the text is kept. */
function NotSent({ error }: { error: Error }) {
  const t = useText();
  const text = useProblemText();
  return (
    <Alert severity="error" variant="outlined" role="presentation">
      <strong>{t('desk.notSent')}</strong> {text(error)} {t('desk.change')}
    </Alert>
  );
}

/** Leaves the box, so that the page's keys work. */
function leave(): void {
  (document.activeElement as HTMLElement | null)?.blur();
}
