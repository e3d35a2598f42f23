import type { Attachment } from 'fhir/r4.js';
import { useState } from 'react';
import { useMessages } from '../../i18n/index.ts';
import { safeHref } from '../values/item-layout.ts';
import styles from './notes.module.css';

const KINDS = /^(image|video|audio)\//;

/** What the page's policy lets in: what the form carries itself, and what this origin serves. */
function sourceOf({ contentType, data, url }: Attachment): string | undefined {
  if (data !== undefined && contentType !== undefined) return `data:${contentType};base64,${data}`;
  if (url === undefined) return undefined;
  if (/^data:(image|video|audio)\//i.test(url)) return url;
  return URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin
    ? url
    : undefined;
}

interface MediaProps {
  readonly media: Attachment;
  /** The text that it belongs to: its name where the author gave none. */
  readonly about: string;
}

/** sdc-questionnaire-itemMedia: a picture, film or sound. What may not be loaded here is a link. */
export function Media({ media, about }: MediaProps) {
  const t = useMessages('form');
  const [broken, setBroken] = useState(false);
  const source = sourceOf(media);
  const kind = KINDS.exec(media.contentType ?? /^data:([\w/+.-]+)/.exec(source ?? '')?.[1] ?? '')?.[1];
  const name = media.title ?? about;
  if (source === undefined || kind === undefined || broken) {
    const href = safeHref(media.url);
    return href === undefined ? (
      <span>{t('media.missing', { name })}</span>
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer" className={styles.link}>
        {name} {t('link.newTab')}
      </a>
    );
  }
  const fail = () => setBroken(true);
  return (
    <figure className={styles.media}>
      {kind === 'image' && <img src={source} alt={name} onError={fail} />}
      {kind === 'video' && (
        <video src={source} controls preload="metadata" aria-label={name} onError={fail}>
          {/* FHIR's Attachment has no place for captions. */}
          <track kind="captions" />
        </video>
      )}
      {kind === 'audio' && (
        <audio src={source} controls preload="metadata" aria-label={name} onError={fail}>
          <track kind="captions" />
        </audio>
      )}
      {kind !== 'image' && media.title !== undefined && (
        <figcaption className={styles.caption}>{media.title}</figcaption>
      )}
    </figure>
  );
}
