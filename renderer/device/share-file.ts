/** Handing a file to another app of the device. */

/** Browsers share only kinds of files that they know; a locked copy is text. Anyone who imports it looks at its content. */
export function shareable(blob: Blob, name: string): File {
  return new File([blob], `${name}.txt`, { type: 'text/plain' });
}

export function canShare(file: File, device: Partial<Pick<Navigator, 'canShare'>> = navigator): boolean {
  try {
    return device.canShare?.({ files: [file] }) ?? false;
  } catch {
    return false;
  }
}

/** `closed`: the person has looked at the list of apps and closed it, which is no failure. */
export async function shareFile(
  file: File,
  device: Pick<Navigator, 'share'> = navigator,
): Promise<'shared' | 'closed' | 'failed'> {
  try {
    await device.share({ files: [file] });
    return 'shared';
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError' ? 'closed' : 'failed';
  }
}
