import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { download } from '../../api/shared/client.ts';
import type { Act } from '../../api/staff/session.ts';
import { useText } from '../language/use-text.ts';
import { notify } from '../notifications/notifications.ts';
import { useProblemText } from '../problems/use-problem-text.ts';
import { useMay } from '../session/store.ts';
import { useListContext } from './list-context.ts';

type CsvPath = Act extends infer One ? (One extends `GET ${infer P extends `${string}.csv`}` ? P : never) : never;

const KEPT_MS = 60_000;

/** Downloads all pages of the filtered list as a file. Each download is logged. */
export function ExportButton({ path }: { path: CsvPath }) {
  const t = useText();
  const may = useMay();
  const text = useProblemText();
  const { requested } = useListContext();
  const act = useMutation({
    mutationFn: () => download(path, requested),
    onSuccess: (file) => save(file, path.slice(path.lastIndexOf('/') + 1)),
    onError: (error) => notify(text(error), 'error'),
  });
  if (!may(`GET ${path}`)) return null;
  return (
    <Button
      variant="outlined"
      startIcon={<FileDownloadOutlined />}
      loading={act.isPending}
      loadingPosition="start"
      title={t('list.exportHint')}
      onClick={() => act.mutate()}
    >
      {t('list.export')}
    </Button>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
