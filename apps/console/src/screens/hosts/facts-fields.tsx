import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { LANGUAGES } from '@tercet/contract/languages.ts';
import { readCities } from '../../api/library/cities.ts';
import { type HostFacts, SERVICES } from '../../api/library/hosts.ts';
import { useText } from '../../features/language/use-text.ts';
import { useHouseWords } from '../../features/words/use-house-words.ts';

interface FactsFieldsProps {
  value: HostFacts;
  onChange: (facts: HostFacts) => void;
  wrong: readonly string[];
}

/** City, services and languages of a host. */
export function FactsFields({ value, onChange, wrong }: FactsFieldsProps) {
  const t = useText();
  const words = useHouseWords();
  const { data: cities = [] } = useQuery({
    queryKey: ['cities', 'named'],
    queryFn: ({ signal }) => readCities(signal),
  });
  return (
    <Stack spacing={2}>
      <TextField
        select
        label={t('hosts.city')}
        value={cities.some(({ id }) => id === value.cityId) ? value.cityId : ''}
        onChange={(event) => onChange({ ...value, cityId: event.target.value })}
        error={wrong.includes('cityId')}
        required
        sx={{ maxWidth: 420 }}
      >
        {cities.map(({ id, texts }) => (
          <MenuItem key={id} value={id}>
            {words(texts, 'name')}
          </MenuItem>
        ))}
      </TextField>
      <Choices
        label={t('hosts.services')}
        options={SERVICES.map((one) => ({ value: one, label: t(`hosts.service.${one}`) }))}
        chosen={value.services}
        onChange={(services) => onChange({ ...value, services })}
        isWrong={wrong.includes('services')}
      />
      <Choices
        label={t('hosts.languages')}
        options={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
        chosen={value.languages}
        onChange={(languages) => onChange({ ...value, languages })}
        isWrong={wrong.includes('languages')}
      />
    </Stack>
  );
}

interface ChoicesProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  isWrong: boolean;
}

function Choices<Value extends string>({ label, options, chosen, onChange, isWrong }: ChoicesProps<Value>) {
  return (
    <FormControl component="fieldset" error={isWrong}>
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup row>
        {options.map((one) => (
          <FormControlLabel
            key={one.value}
            label={one.label}
            control={
              <Checkbox
                checked={chosen.includes(one.value)}
                onChange={(_, isChosen) =>
                  onChange(isChosen ? [...chosen, one.value] : chosen.filter((value) => value !== one.value))
                }
              />
            }
          />
        ))}
      </FormGroup>
    </FormControl>
  );
}
