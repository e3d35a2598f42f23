import { useEffect, useState, useSyncExternalStore } from 'react';
import { mayEmbed } from '../../../../sync/domain/embed/embed-part.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { createHostChannel, type Host, type HostChannel } from './host-channel.ts';
import { openLinksOutside } from './leads-out.ts';
import { keepFocusQuiet } from './quiet-focus.ts';
import { hearForms } from './sandboxed-forms.ts';
import './frame.css';

export interface HostUse {
  readonly channel: HostChannel;
  readonly host: Host | undefined;
}

/** What makes this document one that others frame: its height, its focus, its links, and the channel to the page around it. */
export function useHost(): HostUse {
  const pack = usePack();
  const [channel] = useState(() =>
    createHostChannel({ window, isAllowed: (origin) => mayEmbed(pack, origin) }),
  );
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.embedded = '';
    const undo = [openLinksOutside(document), keepFocusQuiet(window), hearForms(document)];
    return () => {
      delete root.dataset.embedded;
      for (const each of undo) each();
    };
  }, []);
  return { channel, host: useSyncExternalStore(channel.subscribe, channel.host) };
}
