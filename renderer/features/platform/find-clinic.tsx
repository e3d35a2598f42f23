import { useMemo, useState } from 'react';
import { useIsHydrated } from '../../base/use-is-hydrated.ts';
import { Heading, LinkRow, Rows, RowTitle, Stack, Text } from '../../design/basic/index.ts';
import { LocalizedText, useMessages } from '../../i18n/index.ts';
import { useCatalogue } from '../../shell/discovery/use-catalogue.ts';
import { useDetails } from '../../shell/discovery/use-details.ts';
import styles from './platform-home.module.css';

const SHOWN = 8;

/** A clinic by its name, where there are more than a page lists. */
export function FindClinic({ count }: { readonly count: number }) {
  const t = useMessages('platform');
  const isHydrated = useIsHydrated();
  const state = useCatalogue();
  const [name, setName] = useState('');
  const catalogue = state.status === 'ready' ? state.catalogue : undefined;
  const named = useMemo(
    () => catalogue?.discovery.search(name).vendors.slice(0, SHOWN) ?? [],
    [catalogue, name],
  );
  const read = useDetails(catalogue, named);
  const found = read.status === 'ready' ? read.details : undefined;
  const isFailed = state.status === 'failed' || read.status === 'failed';
  return (
    <Stack as="section" gap={3} aria-labelledby="find">
      <Heading level={2} size="m" id="find">
        {t('find')}
      </Heading>
      <div className={styles.find} inert={!isHydrated}>
        <label htmlFor="clinic">{t('find.label')}</label>
        <input
          id="clinic"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          dir="auto"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div role="status">
        {isFailed && <Text>{t('find.failed')}</Text>}
        {name.trim() === '' && (
          <Text size="xs" tone="soft">
            {t('find.many', { count })}
          </Text>
        )}
        {name.trim() !== '' && found?.length === 0 && <Text>{t('find.none')}</Text>}
      </div>
      {name.trim() !== '' && found !== undefined && found.length > 0 && (
        <Rows>
          {found.map((vendor) => (
            <LinkRow
              key={vendor.slug}
              link={<RowTitle href={`/connect/${vendor.slug}/`}>{vendor.name}</RowTitle>}
              description={<LocalizedText text={vendor.tagline} />}
            />
          ))}
        </Rows>
      )}
    </Stack>
  );
}
