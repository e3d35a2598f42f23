import { useCallback, useState } from 'react';
import {
  type DocumentKind,
  documentKinds,
  MAX_IDENTITY_PHOTOS,
} from '../../../../sync/domain/identity/identity-document.ts';
import { ChoiceRows } from '../../../design/controls/choices/choice-rows.tsx';
import { FilePicker } from '../../../design/controls/fields/file-picker.tsx';
import { AttachmentPicture } from '../../../form/files/attachment-picture.tsx';
import { isHandheld } from '../../../form/files/file-sources.ts';
import type { FormFiles } from '../../../form/files/files.ts';
import { prepareFile } from '../../../form/files/prepare-file.ts';
import { useMessages } from '../../../i18n/index.ts';
import { EditSheet } from '../sheets/edit-sheet.tsx';
import { type NewDocument, useDocumentWords } from './use-identity.ts';

const PICTURES = ['image/jpeg'] as const;
/** Of one photo: a card can be read at far less. */
const MAX_PHOTO_BYTES = 6_000_000;

interface Photo {
  readonly id: string;
  readonly content: Blob;
}

/** Names each photo for as long as the sheet is open. */
let picks = 0;

interface IdentitySheetProps {
  readonly send: (document: NewDocument) => Promise<void>;
  readonly onClose: () => void;
}

/** Which document, and one or two photos of it. They are kept nowhere until they are sent. */
export function IdentitySheet({ send, onClose }: IdentitySheetProps) {
  const t = useMessages('patient');
  const words = useDocumentWords();
  const [document, setDocument] = useState<DocumentKind>();
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [problem, setProblem] = useState<string>();
  const [preparing, setPreparing] = useState(false);
  const [tried, setTried] = useState(false);
  const take = async (picked: readonly File[]) => {
    setProblem(undefined);
    setPreparing(true);
    for (const file of picked.slice(0, MAX_IDENTITY_PHOTOS - photos.length)) {
      const prepared = await prepareFile(file, { accepted: PICTURES, mostBytes: MAX_PHOTO_BYTES });
      if (prepared.ok) {
        const { content } = prepared.file;
        picks += 1;
        const photo = { id: `urn:photo:${picks}`, content };
        setPhotos((before) => [...before, photo].slice(0, MAX_IDENTITY_PHOTOS));
      } else setProblem(t(prepared.reason === 'too-large' ? 'identity.large' : 'identity.unreadable'));
    }
    setPreparing(false);
  };
  const read = () => {
    setTried(true);
    return document && photos.length > 0 && !preparing
      ? [{ document, photos: photos.map(({ content }) => content) }]
      : undefined;
  };
  const readPhoto = useCallback<FormFiles['read']>(
    async ({ url }) => photos.find(({ id }) => id === url)?.content,
    [photos],
  );
  const nameOf = (index: number) => t(index === 0 ? 'identity.front' : 'identity.back');
  const isFull = photos.length >= MAX_IDENTITY_PHOTOS;
  return (
    <EditSheet<NewDocument>
      title={t('identity.title')}
      saveLabel={t('identity.send')}
      read={read}
      send={async (documents) => {
        for (const one of documents) await send(one);
      }}
      onClose={onClose}
    >
      <ChoiceRows
        id="identity-kind"
        label={t('identity.kind')}
        options={documentKinds.map((id) => ({ id, label: words(id) }))}
        value={document ?? null}
        onChange={(id) => setDocument(documentKinds.find((one) => one === id))}
        error={tried && document === undefined ? t('identity.kindMissing') : undefined}
      />
      <FilePicker
        id="identity-photos"
        label={t('identity.photos')}
        hint={t('identity.photosHint')}
        error={
          problem ?? (tried && photos.length === 0 && !preparing ? t('identity.photosMissing') : undefined)
        }
        files={photos.map(({ id, content }, index) => ({
          ...{ id, name: nameOf(index), size: content.size },
          picture: <AttachmentPicture attachment={{ url: id, contentType: content.type }} read={readPhoto} />,
        }))}
        sources={
          isFull
            ? []
            : [
                ...(isHandheld()
                  ? [
                      {
                        ...({ id: 'camera', label: t('identity.camera'), icon: 'camera' } as const),
                        ...({ accept: ['image/*'], capture: 'environment' } as const),
                      },
                    ]
                  : []),
                {
                  id: 'photos',
                  label: t('identity.choose'),
                  icon: 'photo',
                  accept: ['image/*'],
                  multiple: true,
                },
              ]
        }
        status={preparing ? t('identity.preparing') : undefined}
        onSelect={(picked) => void take(picked)}
        onRemove={(id) => setPhotos(photos.filter((photo) => photo.id !== id))}
      />
    </EditSheet>
  );
}
