import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useHouse, useMoney } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';
import { memberLanguage } from '../../features/words/member-languages.ts';
import type { QuestionedBet } from './bet-verdict.ts';
import { useBetVerdict } from './use-bet-verdict.ts';

interface SuggestedReplyProps {
  bet: QuestionedBet;
  /** The member's language; null if they chose none. */
  locale: string | null;
  onChosen: (text: string) => void;
}

/** Inserts the reply that fits the verdict, in the member's language. Where bet or proof is wrong, there is none. */
export function SuggestedReply({ bet, locale, onChosen }: SuggestedReplyProps) {
  const t = useText();
  const money = useMoney();
  const house = useHouse().data?.locale ?? 'en';
  const { data } = useBetVerdict(bet);
  if (data === undefined) return null;
  const { bet: standing, proof } = data;
  if (standing === 'differs' || proof === 'fails') {
    return (
      <Alert severity="error" variant="outlined">
        {t('complaints.noReply')}
      </Alert>
    );
  }
  const { code, name } = memberLanguage(locale ?? house);
  const insert = async () => {
    const { default: replies } = await import('./bet-replies.json');
    const values = {
      dice: (bet.dice ?? []).join(' '),
      paid: money(bet.payoutMinor ?? '0'),
      total: money(bet.totalMinor),
    };
    onChosen(
      replies[code][standing].replaceAll(/\{(dice|paid|total)\}/g, (_, key: keyof typeof values) => values[key]),
    );
  };
  return (
    <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
      <Button variant="outlined" onClick={() => void insert()}>
        {t('complaints.insertReply')}
      </Button>
      <Typography color="textSecondary">
        {t('complaints.insertHint', { reply: t(`complaints.replyOf.${standing}`), language: name })}
      </Typography>
    </Stack>
  );
}
