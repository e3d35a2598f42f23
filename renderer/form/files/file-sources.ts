/** Which ways to a file a question offers on this device. */
import type { FileSource } from '../../design/controls/fields/file-picker.tsx';
import type { Translate } from '../../i18n/index.ts';
import { isAccepted } from './prepare-file.ts';

interface Wanted {
  /** MIME types of the form; any where empty. */
  readonly accepted: readonly string[];
  /** How many are there already. */
  readonly given: number;
  readonly repeats: boolean;
  readonly t: Translate<'form'>;
  /** A finger and no mouse: a phone or a tablet, which has a camera. */
  readonly handheld?: boolean;
}

/** A finger and no mouse: a phone or a tablet, which has a camera. */
export const isHandheld = () => matchMedia('(pointer: coarse)').matches;

/**
 * Camera first where there is one. Photos have a way of their own where the form takes other files, too: a picker of photos shows
 * pictures, one of files shows names.
 */
export function fileSources({
  accepted,
  given,
  repeats,
  t,
  handheld = isHandheld(),
}: Wanted): readonly FileSource[] {
  const takesPictures = isAccepted('image/jpeg', accepted);
  const pictureTypes = accepted.filter((type) => type.startsWith('image'));
  const otherTypes = accepted.filter((type) => !type.startsWith('image'));
  const takesOthers = accepted.length === 0 || otherTypes.length > 0;
  const when = given === 0 ? 'first' : repeats ? 'more' : 'instead';
  const sources: FileSource[] = [];
  if (takesPictures && handheld) {
    sources.push({
      id: 'camera',
      label: t(`attachment.camera.${when}`),
      icon: 'camera',
      accept: ['image/*'],
      capture: 'environment',
    });
  }
  if (takesPictures || pictureTypes.length > 0) {
    sources.push({
      id: 'photos',
      label: t(`attachment.photo.${when}`),
      icon: 'photo',
      // Whatever the browser can decode is redrawn in a type that the form takes.
      accept: takesPictures ? ['image/*'] : pictureTypes,
      multiple: repeats,
    });
  }
  if (takesOthers) {
    sources.push({
      id: 'files',
      label: t(`attachment.file.${when}`),
      icon: 'file',
      accept: accepted.length === 0 ? undefined : otherTypes,
      multiple: repeats,
    });
  }
  return sources;
}
