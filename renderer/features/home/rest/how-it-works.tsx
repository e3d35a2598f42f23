import { Steps } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { LocalizedText } from '../../../i18n/index.ts';
import styles from './how-it-works.module.css';

/** The vendor's three or four steps, one below the other, or side by side where there is room. */
export function HowItWorks({ across = false }: { readonly across?: boolean }) {
  const { steps } = usePack();
  const items = steps.map(({ title, text }) => ({
    key: title.en,
    title: <LocalizedText text={title} />,
    text: <LocalizedText text={text} />,
  }));
  return (
    <div className={across ? styles.across : undefined}>
      <Steps items={items} />
    </div>
  );
}
