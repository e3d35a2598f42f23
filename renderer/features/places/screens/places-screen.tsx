import { lazy, Suspense, useEffect, useState } from 'react';
import { placeName } from '../../../../sync/domain/places/places.ts';
import { useIsHydrated } from '../../../base/use-is-hydrated.ts';
import { whenIdle } from '../../../base/when-idle.ts';
import { handsFocusTo } from '../../../design/basic/actions/hands-focus-to.ts';
import { Heading, Icon, NativeButton, Skeleton, Stack, Text } from '../../../design/basic/index.ts';
import { useLanguage, useMessages } from '../../../i18n/index.ts';
import { DiscoveryPage } from '../../../shell/discovery/discovery-page.tsx';
import { PlaceSelect } from '../../../shell/discovery/place-select.tsx';
import { usePlace } from '../../../shell/discovery/saved-place.ts';
import { type CatalogueState, useCatalogue } from '../../../shell/discovery/use-catalogue.ts';
import { type Finding, findPosition } from './find-position.ts';
import { FoundPlace } from './found-place.tsx';
import { ANSWER } from './place-choices.tsx';
import styles from './places.module.css';
import { Serving } from './serving.tsx';
import { TypedPlace } from './typed-place.tsx';
import { Unreachable } from './unreachable.tsx';

const StatesMap = lazy(async () => {
  const failed = { default: MapFailed };
  return import('../map/states-map.tsx').then(
    (loaded) => ({ default: loaded.StatesMap }),
    () => failed,
  );
});

function MapFailed() {
  return <Text tone="soft">{useMessages('places')('map.failed')}</Text>;
}

const WIDE = '(min-width: 64rem)';
const LOCATE = 'locate';
const toLocate = handsFocusTo(LOCATE);

/** Which clinics may treat somebody where they are: by the device's location, by what they type, from a list or on a map. */
export function PlacesScreen() {
  const t = useMessages('places');
  const isHydrated = useIsHydrated();
  const state = useCatalogue();
  const [place, setPlace] = usePlace();
  const [finding, setFinding] = useState<Finding | 'locating'>();
  const choose = (chosen: string | undefined) => {
    setFinding(undefined);
    setPlace(chosen);
  };
  const locateMe = async () => {
    setFinding('locating');
    const found = await findPosition(navigator.geolocation);
    if (found.kind === 'sure') choose(found.place);
    else {
      setPlace(undefined);
      setFinding(found);
    }
  };
  return (
    <DiscoveryPage tab="/discovery/geofence" place={place}>
      <div className={styles.screen}>
        <div className={styles.opening}>
          <Heading level={1} size="xl">
            {t('heading')}
          </Heading>
          <Text size="m" tone="soft">
            {t('text')}
          </Text>
        </div>
        <div className={styles.ask} inert={!isHydrated}>
          <Stack gap={2}>
            <NativeButton
              size="l"
              fullWidth
              id={LOCATE}
              aria-disabled={finding === 'locating'}
              onClick={() => finding !== 'locating' && void locateMe()}
            >
              {t(finding === 'locating' ? 'locating' : 'locate')}
            </NativeButton>
            <Text size="xs" tone="soft">
              <Icon name="lock" size={16} /> {t('private')}
            </Text>
          </Stack>
          <TypedPlace onChoose={choose} />
          <PlaceSelect label={t('list')} place={place} onChange={choose} />
        </div>
        <div className={styles.answer} id={ANSWER} tabIndex={-1}>
          {finding !== undefined && finding !== 'locating' && finding.kind !== 'sure' && (
            <FoundPlace
              finding={finding}
              onChoose={choose}
              onOther={() => {
                setFinding(undefined);
                document.getElementById('typed')?.focus();
              }}
            />
          )}
          {place !== undefined && <Chosen {...{ place, state }} onForget={() => choose(undefined)} />}
          <MapPart {...{ place, state }} onChoose={choose} />
        </div>
      </div>
    </DiscoveryPage>
  );
}

interface ChosenProps {
  readonly place: string;
  readonly state: CatalogueState;
  readonly onForget: () => void;
}

function Chosen({ place, state, onForget }: ChosenProps) {
  const t = useMessages('places');
  const { language } = useLanguage();
  return (
    <Stack gap={4}>
      {state.status === 'ready' && <Serving catalogue={state.catalogue} place={place} />}
      {state.status === 'loading' && <Skeleton heading lines={4} />}
      {state.status === 'failed' && <Unreachable onRetry={state.retry} />}
      <div className={styles.kept}>
        <Text size="xs" tone="soft">
          {t('chosen', { place: placeName(place, language) })}
        </Text>
        <NativeButton variant="quiet" ref={toLocate} onClick={onForget}>
          {t('forget')}
        </NativeButton>
      </div>
    </Stack>
  );
}

interface MapPartProps {
  readonly place: string | undefined;
  readonly state: CatalogueState;
  readonly onChoose: (place: string) => void;
}

function MapPart({ place, state, onChoose }: MapPartProps) {
  const t = useMessages('places');
  const [wanted, setWanted] = useState<boolean>();
  const isHydrated = useIsHydrated();
  const [isIdle, setIdle] = useState(false);
  // Where there is room for it, once there is nothing more urgent to load.
  useEffect(() => (matchMedia(WIDE).matches ? whenIdle(() => setIdle(true)) : undefined), []);
  const isShown = wanted ?? (isIdle && place === undefined);
  const isServed = (asked: string) =>
    state.status === 'ready' && state.catalogue.discovery.vendorsFor({ place: asked }).length > 0;
  return (
    <Stack gap={3}>
      <div inert={!isHydrated}>
        <NativeButton variant="quiet" aria-expanded={isShown} onClick={() => setWanted(!isShown)}>
          {t(isShown ? 'map.hide' : 'map')}
        </NativeButton>
      </div>
      {isShown && (
        <Suspense fallback={<Skeleton lines={6} />}>
          <StatesMap chosen={place} isServed={isServed} onChoose={onChoose} />
        </Suspense>
      )}
    </Stack>
  );
}
