import TextField from '@mui/material/TextField';
import { plainText } from '@tercet/contract/words.ts';
import { membersApi } from '../../api/members/members.ts';
import { useText } from '../language/use-text.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface MemberFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Null: no fault. */
  fault: string | null;
}

/** Field for a member's user name or id. */
export function MemberField({ value, onChange, fault }: MemberFieldProps) {
  const t = useText();
  return (
    <TextField
      label={t('list.member')}
      helperText={fault ?? t('list.memberHint')}
      error={fault !== null}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none', maxLength: 36 } }}
    />
  );
}

/** Finds a member's id by the whole user name; null if no member has it. Returns an id unchanged. */
export function useMemberId(): (typed: string) => Promise<string | null> {
  return async (typed) => {
    const text = plainText(typed);
    if (UUID.test(text)) return text.toLowerCase();
    const found = await membersApi.list?.({ limit: 5, filter: { userName: text } });
    return found?.items.find(({ userName }) => userName.toLowerCase() === text.toLowerCase())?.id ?? null;
  };
}
