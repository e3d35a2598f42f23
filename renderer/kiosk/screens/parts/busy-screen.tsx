import { KioskFrame, KioskQuestion } from '../../frame/index.ts';

/** Something is asked of the shell. Words and no spinner: most of it is over before it can be read. */
export function BusyScreen({ title }: { readonly title: string }) {
  return <KioskFrame title={title} question={<KioskQuestion title={title} />} />;
}
