import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';

interface CityCardProps {
  name: string;
  /** Two letters, as typed. */
  country: string;
  spoken: { lang: string; dir: 'ltr' | 'rtl' };
}

/** The words of a city's card as a member reads them: its name and its country, in one language. */
export function CityCard({ name, country, spoken }: CityCardProps) {
  const { lang } = spoken;
  const region = new Intl.DisplayNames(lang, { type: 'region' }).of(country.trim().toUpperCase());
  return (
    <Paper variant="outlined" {...spoken} sx={{ p: 1.5, maxWidth: 240, textAlign: 'start' }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
      <Typography variant="body2" color="textSecondary">
        {region}
      </Typography>
    </Paper>
  );
}
