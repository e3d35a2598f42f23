import { useState } from 'react';
import type { NodeId } from '../../../sync/questionnaire/model/contract.ts';
import { useMessages } from '../../i18n/index.ts';
import { useFormSettings } from '../context/form-context.tsx';
import { groupId } from '../context/ids.ts';
import { maxOccurs } from '../values/item-extensions.ts';
import { minOccurs } from '../values/item-layout.ts';
import { focusInside } from './focus-inside.ts';

export interface Instances {
  readonly canAdd: boolean;
  readonly canRemove: boolean;
  add(): void;
  remove(node: NodeId): void;
  /** For a live region: what has just come or gone. */
  readonly said: string;
}

const afterRender = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act));

/** Adding and removing instances of a repeating group: moves the focus to what came, or to what is next to what went. */
export function useInstances(nodes: readonly NodeId[], title: string): Instances {
  const { form } = useFormSettings();
  const t = useMessages('form');
  const [said, setSaid] = useState('');
  const state = form.read(nodes[0] ?? '');
  const least = Math.max(1, (state && minOccurs(state.item)) ?? 1);
  const most = (state && maxOccurs(state.item)) ?? Number.POSITIVE_INFINITY;
  const usable = state !== undefined && !state.readOnly;
  return {
    canAdd: usable && nodes.length < most,
    canRemove: usable && nodes.length > least,
    said,
    add() {
      const last = nodes.at(-1);
      if (last === undefined) return;
      const added = form.addInstance(last);
      setSaid(t('repeat.added', { name: `${title} ${nodes.length + 1}` }));
      afterRender(() => focusInside(groupId(added)));
    },
    remove(node) {
      const at = nodes.indexOf(node);
      const next = nodes[at + 1] ?? nodes[at - 1];
      form.removeInstance(node);
      setSaid(t('repeat.removed', { name: `${title} ${at + 1}`, count: nodes.length - 1 }));
      if (next !== undefined) afterRender(() => document.getElementById(groupId(next))?.focus());
    },
  };
}
