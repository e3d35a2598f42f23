import { placeName } from '../../../../sync/domain/places/places.ts';
import { orderOf } from '../../../../sync/domain/words/plain-order.ts';
import { Facts, Stack, Text } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useFormat, useLanguage, useMessages } from '../../../i18n/index.ts';
import { listOf } from '../../../i18n/plain-words.ts';

const modalities = ['async', 'live', 'unavailable'] as const;

/** Where care may be given and how; what isn't named isn't served. */
export function AreaNames() {
  const t = useMessages('shell');
  const format = useFormat();
  const { language } = useLanguage();
  const { serviceAreas, name } = usePack();
  const items = modalities.flatMap((modality) => {
    const names = serviceAreas
      .filter((area) => area.modality === modality)
      .map((area) => placeName(area.place, language))
      .toSorted(orderOf(language));
    return names.length === 0 ? [] : [{ term: t(`areas.${modality}`), value: listOf(format, names) }];
  });
  return (
    <Stack gap={4}>
      <Facts items={items} />
      <Text tone="soft">{t('areas.elsewhere', { name })}</Text>
    </Stack>
  );
}
