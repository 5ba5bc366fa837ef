import type { VideoClass } from '../../api/library/videos.ts';
import { useText } from '../../features/language/use-text.ts';
import { DialogList, languagesColumn } from '../../features/list/dialog-list.tsx';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import { ClassDialog } from './class-dialog.tsx';

/** The classes of the library, in order. */
export function ClassList() {
  const t = useText();
  const words = useHouseWords();
  return (
    <DialogList<VideoClass>
      words="classes"
      columns={[
        { key: 'slug', label: t('classes.slug'), cell: ({ slug }) => slug },
        { key: 'position', label: t('classes.position'), atEnd: true, cell: ({ position }) => position },
        { key: 'titles', label: t('classes.titles'), atEnd: true, cell: ({ titles }) => titles },
        languagesColumn(t('words.languages')),
      ]}
      nameOf={({ texts }) => words(texts, 'name')}
      create="POST /api/console/video-classes"
      change="PATCH /api/console/video-classes/{id}"
      dialog={(known, close) => <ClassDialog known={known} onClose={close} />}
    />
  );
}
