/** An order may name any form. Of one that isn't its own it learns nothing, and nothing that becomes of the form reaches it. */
import type { Sql, Transaction } from '../../../base/database/database.ts';
import type { Fragment } from '../../../base/database/statement.ts';

type Part = string | null | Fragment;

/**
 * Of a case `i`: a form that is somebody's is theirs alone; one that is nobody's, of the device that sent it, unless everybody in a waiting room writes there.
 * @param by who placed the order; a device is empty where nobody knows which it was.
 */
export const isOwnForm = (
  sql: Sql | Transaction,
  { person, device }: { readonly person: Part; readonly device: Part },
) => sql`
  case when exists (select 1 from person_operations p where p.vendor = i.vendor and p.op_id = i.id)
    then exists (select 1 from person_operations p where p.vendor = i.vendor and p.op_id = i.id and p.person = ${person}::uuid)
    else ${device} <> '' and i.device = ${device} and not exists (select 1 from kiosks k where k.vendor = i.vendor and k.device = i.device) end`;

/** Of orders `o`: the form that they name is their own. */
export const namesOwnForm = (sql: Sql | Transaction) => sql`
  exists (select 1 from inbox_items i where i.vendor = o.vendor and i.id = o.consultation and i.kind = 'case'
    and ${isOwnForm(sql, { person: sql`o.person`, device: sql`o.device` })})`;
