import type { Attachment } from 'fhir/r4.js';
import { Text } from '../../../../design/basic/text/text.tsx';
import { AttachmentPicture } from '../../../../form/files/attachment-picture.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import styles from './answer-files.module.css';
import { useReadFile } from './use-files.ts';

/** Photos and documents of an answer as people recognise them: small pictures with their names. */
export function AnswerFiles({ files }: { readonly files: readonly Attachment[] }) {
  const t = useMessages('form');
  const read = useReadFile();
  return (
    <ul className={styles.files}>
      {files.map((attachment, index) => (
        <li key={attachment.url ?? index} className={styles.file}>
          <AttachmentPicture attachment={attachment} read={read} size="m" />
          <Text size="xs" className={styles.name}>
            <bdi>{attachment.title ?? t('attachment.untitled')}</bdi>
          </Text>
        </li>
      ))}
    </ul>
  );
}
