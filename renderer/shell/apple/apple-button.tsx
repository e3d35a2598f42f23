import { useEffect, useState } from 'react';
import { Button } from '../../design/controls/buttons/button.tsx';
import { usePlatform } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';

/** To Apple and back, where the operator has keys of Apple's. Never in a frame: the page around it could lead a person into signing in. */
export function AppleButton({ onPress }: { readonly onPress: () => void }) {
  const t = useMessages('apple');
  const platform = usePlatform();
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    let gone = false;
    const ask = async () => {
      const available = await (await (await platform).account?.apple())?.available();
      if (!gone) setThere(available === true);
    };
    ask().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [platform]);
  if (!isThere) return null;
  return (
    <Button variant="quiet" onPress={onPress}>
      {t('use')}
    </Button>
  );
}
