import type { NodeId } from '../../../sync/questionnaire/model/contract.ts';

const safe = (node: NodeId): string => node.replace(/[^A-Za-z0-9_-]/g, '_');

/** The id of the control of a node, for moving the focus there. */
export const controlId = (node: NodeId): string => `q-${safe(node)}`;
/** Of the element around a group. */
export const groupId = (node: NodeId): string => `g-${safe(node)}`;
/** Of what names a group: its heading. */
export const titleId = (node: NodeId): string => `group-${safe(node)}`;
