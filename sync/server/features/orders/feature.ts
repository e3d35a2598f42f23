/** Orders: placed by an operation, priced and reserved here, paid through the payments, and fulfilled by staff. */
import { isCurrent } from '../../../domain/legal/consents.ts';
import { ProblemError } from '../../base/problems.ts';
import type { Core, Feature, OpenedFeature } from '../../core/feature.ts';
import { accountDesk, patients } from '../accounts/feature.ts';
import { payments } from '../payments/service.ts';
import { catalogs } from '../shop/feature.ts';
import { type ConsoleOrdersDependencies, createConsoleOrders } from './console-order.ts';
import { addConsoleOrderRoutes } from './console-routes.ts';
import { createExpiry, createFollowPayments, createOrdersService } from './follow-payments.ts';
import { createTrackingImport } from './import-tracking.ts';
import { orderEffect } from './operations.ts';
import { createApproval } from './order-approval.ts';
import { createOrderDesk } from './order-desk.ts';
import { createOrderLetters } from './order-letters.ts';
import { addOrderRoutes, addPatientOrderRoutes } from './order-routes.ts';
import { createFindOrder, sweepTokens } from './order-tokens.ts';
import { closeOrders, findOwnOrder, followPersons } from './own-orders.ts';
import { createPlaceOrders } from './place-orders.ts';
import { consultations, orders as service } from './service.ts';
import { readOrder, viewOf } from './stored/stored-order.ts';

declare module '../../core/audit/audit-log.ts' {
  interface AuditActions {
    readonly 'order-viewed': true;
    readonly 'order-changed': true;
    readonly 'orders-exported': true;
    readonly 'tracking-imported': true;
  }
}

export {
  type ConsultationMove,
  type ConsultedLine,
  type Orders,
  orders as ordersService,
} from './service.ts';

function open(core: Core): OpenedFeature {
  const { sql, vendors, messages, publishWithin, publicUrl, tellStaff, now, logger } = core;
  const letters = createOrderLetters(messages, publicUrl, now);
  const provided = {
    catalogs: () => catalogs.find(core),
    payments: () => payments.find(core),
    care: () => consultations.find(core),
  };
  const desk = createOrderDesk({
    ...{ sql, publishWithin, vendors, letters, now, ...provided },
    follow: () => follow,
  });
  const approval = createApproval({ desk, letters });
  const followed = { desk, letters, now, payments: provided.payments };
  service.provide(core, createOrdersService({ ...followed, approval }));
  const follow = createFollowPayments(followed);
  provided.payments()?.onChange(follow);
  provided.payments()?.showBy(async ({ vendor, order }) => {
    const stored = await readOrder(sql, vendor, order);
    if (!stored) throw new ProblemError('NOT_FOUND');
    return viewOf(await desk.asSeen(stored));
  });
  provided.payments()?.askBefore(desk.askBefore);
  provided.payments()?.ownBy(async ({ vendor, order }, person) => {
    const id = await findOwnOrder(sql, { vendor, order, person });
    return id === undefined ? undefined : { vendor, order: id };
  });
  const expire = createExpiry(sql, { ...followed, approval, logger });
  const accounts = patients.find(core);
  if (accounts) followPersons(accounts, { desk, letters, approval, now });
  accountDesk.find(core)?.onClosing(async (transaction, closed, publish) => {
    await closeOrders(transaction, publish, closed, desk, now());
    return undefined;
  });
  const titleOf: ConsoleOrdersDependencies['titleOf'] = (vendor, consent) =>
    vendors.find(vendor)?.legal.find((document) => isCurrent(document, consent))?.title;
  const told = { sql, desk, letters, approval, tellStaff, now, ...provided };
  return {
    access: { findOrder: createFindOrder(sql, now) },
    apply: createPlaceOrders(vendors, desk, ({ verdict }) => orderEffect.in(verdict)),
    addOrderRoutes: (routes) => addOrderRoutes(routes, told),
    addPatientRoutes: (scope) => addPatientOrderRoutes(scope, told),
    addConsoleRoutes: (console) =>
      addConsoleOrderRoutes(
        console,
        core,
        createConsoleOrders({ ...told, titleOf }),
        createTrackingImport(publishWithin, letters, now),
      ),
    async turn() {
      await expire();
      await sweepTokens(sql, now());
    },
  };
}

export const orders: Feature = {
  name: 'orders',
  operations: new URL('./operations.ts', import.meta.url).href,
  open,
};
