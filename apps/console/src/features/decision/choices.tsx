import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Children, Fragment, type ReactNode } from 'react';
import { Section } from '../../ui/section.tsx';
import { useKeys } from '../keys/use-keys.ts';
import type { MessageKey } from '../language/messages.ts';
import { useText } from '../language/use-text.ts';

const LOOK = {
  main: { variant: 'contained' },
  grave: { variant: 'outlined', color: 'error' },
  plain: { variant: 'outlined', color: 'inherit' },
} as const;

/** Something that a person can decide, and what follows from it. */
export interface Choice {
  does: MessageKey;
  consequence: string;
  act: () => void;
  /** Key that does the same. */
  letter?: string;
  look?: keyof typeof LOOK;
  isBusy?: boolean;
}

interface ChoicesProps {
  choices: readonly Choice[];
  /** Why a choice is unavailable, or the earlier decision. */
  children?: ReactNode;
}

/** The choices of a decision, each with its consequence beside the button. Without any, the notes alone. */
export function Choices({ choices, children }: ChoicesProps) {
  const t = useText();
  useKeys(choices.flatMap(({ letter, does, act }) => (letter === undefined ? [] : [{ key: letter, does, act }])));
  if (choices.length === 0)
    return Children.toArray(children).length === 0 ? null : <Stack spacing={1.5}>{children}</Stack>;
  return (
    <Section title={t('decision.choices')}>
      <Stack spacing={1.5}>
        {children}
        <Box
          sx={{
            ...{ display: 'grid', columnGap: 2, rowGap: 1.5, alignItems: 'center' },
            gridTemplateColumns: { xs: '1fr', sm: 'minmax(140px, max-content) 1fr' },
          }}
        >
          {choices.map(({ does, consequence, act, letter, look = 'plain', isBusy = false }) => (
            <Fragment key={letter ?? does}>
              <Button {...LOOK[look]} onClick={act} loading={isBusy} aria-keyshortcuts={letter}>
                {t(does)}
              </Button>
              <Typography color="textSecondary">{consequence}</Typography>
            </Fragment>
          ))}
        </Box>
      </Stack>
    </Section>
  );
}
