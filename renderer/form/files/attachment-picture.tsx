import type { Attachment } from 'fhir/r4.js';
import { useEffect, useState } from 'react';
import { classes } from '../../base/classes.ts';
import { Icon } from '../../design/basic/text/icon.tsx';
import styles from './attachment-picture.module.css';
import { type FormFiles, inlineContent } from './files.ts';

interface AttachmentPictureProps {
  readonly attachment: Attachment;
  readonly read: FormFiles['read'];
  /** `m` where people check what they send. */
  readonly size?: 's' | 'm';
}

const isPicture = ({ contentType = '' }: Attachment) => contentType.startsWith('image/');

/** A small picture of a photo; a mark for other files, and for what this browser can't show. The words beside it name it. */
export function AttachmentPicture({ attachment, read, size = 's' }: AttachmentPictureProps) {
  const [url, setUrl] = useState<string>();
  const { url: name, data, contentType } = attachment;
  // The answer is a new object with each key: what it names decides.
  useEffect(() => {
    const wanted: Attachment = {
      ...(name === undefined ? {} : { url: name }),
      ...(data === undefined ? {} : { data }),
      ...(contentType === undefined ? {} : { contentType }),
    };
    if (!isPicture(wanted)) return;
    let made: string | undefined;
    let gone = false;
    const show = async () => {
      const content = inlineContent(wanted) ?? (await read(wanted));
      if (gone || !content) return;
      made = URL.createObjectURL(content);
      setUrl(made);
    };
    show().catch(() => undefined);
    return () => {
      gone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [name, data, contentType, read]);
  return (
    <span className={classes(styles.frame, styles[size])}>
      {url === undefined ? (
        <Icon name={isPicture(attachment) ? 'photo' : 'file'} size={24} />
      ) : (
        <img src={url} alt="" className={styles.picture} onError={() => setUrl(undefined)} />
      )}
    </span>
  );
}
