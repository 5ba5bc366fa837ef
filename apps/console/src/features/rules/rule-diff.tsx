import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { StateChip } from '../../ui/state-chip.tsx';
import { useText } from '../language/use-text.ts';
import type { Column } from '../list/columns.ts';
import { Rows } from '../list/rows.tsx';
import { type RuleChange, type RuleValues, ruleChanges } from './rule-fields.ts';
import { useRuleText } from './use-rule-text.ts';

type Row = RuleChange & { key: string };

/** Changes that a proposed rule makes, and whether they take effect only after a delay. */
export function RuleDiff({ before, after }: { before: RuleValues; after: RuleValues }) {
  const t = useText();
  const changes = ruleChanges(before, after);
  const columns = useColumns();
  if (changes.length === 0) return <Typography color="textSecondary">{t('rules.same')}</Typography>;
  const waits = changes.some(({ tighter }) => tighter);
  return (
    <Stack spacing={1.5}>
      <Rows<Row>
        title={t('rules.changes')}
        columns={columns}
        rows={changes.map((change) => ({ ...change, key: change.name }))}
        nameOf={({ name }) => t(`rules.field.${name}`)}
      />
      <Alert severity={waits ? 'warning' : 'info'} variant="outlined">
        {t(waits ? 'rules.waits' : 'rules.atOnce')}
      </Alert>
    </Stack>
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const write = useRuleText();
  return [
    { key: 'what', label: t('rules.what'), cell: () => null },
    { key: 'before', label: t('diff.now'), atEnd: true, cell: ({ name, before }) => write(name, before) },
    { key: 'after', label: t('diff.proposed'), atEnd: true, cell: ({ name, after }) => write(name, after) },
    {
      key: 'tighter',
      label: t('rules.effect'),
      cell: ({ tighter }) => (
        <StateChip tone={tighter ? 'wait' : 'quiet'} label={t(tighter ? 'rules.tighter' : 'rules.notTighter')} />
      ),
    },
  ];
}
