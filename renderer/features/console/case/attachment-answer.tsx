import { createContext, use, useEffect, useState } from 'react';
import type { AttachmentView } from '../../../../sync/protocol/api/cases.ts';
import { download } from '../../../base/download.ts';
import { Icon, NativeButton } from '../../../design/basic/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import styles from './attachment-answer.module.css';

/** The case whose attachments are shown. */
export const CaseIdContext = createContext('');

/** What every browser shows as a picture; the type is the patient's device's claim, and nothing else is given to an `<img>`. */
const SHOWN: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** A photo opens in place, on demand; another file is downloaded. Each opening is on record at the server. */
export function AttachmentAnswer({ attachment }: { readonly attachment: AttachmentView }) {
  const t = useMessages('console');
  const format = useFormat();
  const failureText = useFailureText();
  const { api } = useConsole();
  const caseId = use(CaseIdContext);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [url, setUrl] = useState<string>();
  const { sha256, contentType, size, title } = attachment;
  const shown = SHOWN.includes(contentType);
  const name = title ?? t('attachment.untitled');
  useEffect(() => {
    if (url === undefined) return;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  const open = async () => {
    setBusy(true);
    setFailure(undefined);
    const answer = await api.attachment(caseId, sha256);
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    if (shown) setUrl(URL.createObjectURL(new Blob([answer.value], { type: contentType })));
    else download(new Blob([answer.value]), name);
  };
  return (
    <div className={styles.attachment}>
      <div className={styles.line}>
        <Icon name={shown ? 'photo' : 'file'} size={20} />
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>
        <span className={styles.size}>
          {format.number(Math.max(1, Math.round(size / 1000)), { style: 'unit', unit: 'kilobyte' })}
        </span>
        {url === undefined ? (
          <NativeButton
            variant="secondary"
            disabled={busy}
            onClick={() => void open()}
            aria-label={t(shown ? 'attachment.showNamed' : 'attachment.downloadNamed', { name })}
          >
            {t(shown ? 'attachment.show' : 'attachment.download')}
          </NativeButton>
        ) : (
          <NativeButton
            variant="quiet"
            onClick={() => setUrl(undefined)}
            aria-label={t('attachment.hideNamed', { name })}
          >
            {t('attachment.hide')}
          </NativeButton>
        )}
      </div>
      <div aria-live="polite">
        {failure && (
          <p className={styles.failure}>
            {failure.code === 'NOT_FOUND' ? t('attachment.notHere') : failureText(failure)}
          </p>
        )}
      </div>
      {url !== undefined && <img src={url} alt={t('attachment.alt', { name })} className={styles.picture} />}
    </div>
  );
}
