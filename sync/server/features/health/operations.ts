/** The kind of operation that changes a health profile. Imported by workers, and so free of routes and tables. */
import { healthEdit as edited } from '../../../protocol/operations/health-edit.ts';
import { type HealthEdit, healthEditVersions } from '../../../protocol/operations/payloads/health-edit.ts';
import { defineKind, type OperationKind } from '../../core/judging/kinds.ts';
import { effectNamed } from '../../core/judging/verdict.ts';
import { unreadCase } from '../inbox/operations.ts';

/** What is left to the tables: whether it fits what the profile says by now. */
export const healthEffect = effectNamed<HealthEdit>('health');

export const healthEdit = defineKind(edited, {
  versions: healthEditVersions,
  judge: (_operation, payload) => ({
    outcome: 'applied',
    problem: undefined,
    effects: healthEffect.of(payload),
  }),
  unread: unreadCase,
});

export const operations: readonly OperationKind[] = [healthEdit];
