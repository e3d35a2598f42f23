/** Does one action of a schedule. What it begins goes on while the schedule does. */

import type { Tab } from '../devices/tab.ts';
import type { Action } from '../schedules/schedule.ts';
import { mergePersons, undoMerge } from '../site/person-records.ts';
import { personId } from '../site/sessions.ts';
import type { World } from './world.ts';

const uses: ReadonlySet<Action['do']> = new Set([
  ...(['save', 'submit', 'photo', 'alert', 'note', 'order', 'discard'] as const),
  ...(['sign-in', 'sign-out', 'refresh', 'edit'] as const),
]);
/** A patient who wants something opens the page first. */
const isUse = (action: Action) => uses.has(action.do);

type OfPersons = Extract<Action, { readonly do: 'publish' | 'revoke' | 'merge' | 'undo-merge' | 'sweep' }>;
/** What staff and time do to persons. */
function performOnPersons(action: OfPersons, { site, monitor, scheduler }: World): void {
  void site.persons(async ({ database, records, sessions, publish }) => {
    switch (action.do) {
      case 'publish':
        return await records.inTransaction(async (transaction) => {
          const { who, ids, gone } = action;
          const version = `${Math.round(scheduler.now())}`;
          await records.within(transaction, (to) =>
            publish.publishFacts(to, personId(who), ids, gone, version),
          );
        });
      case 'revoke':
        return await sessions.revoke(personId(action.who));
      case 'merge':
        monitor.persons.onMerged(personId(action.who));
        return await mergePersons(database, records, {
          from: personId(action.who),
          into: personId(action.into),
        });
      case 'undo-merge':
        return await undoMerge(database, records, personId(action.who));
      case 'sweep':
        return await records.sweep(new Date(scheduler.now() - action.olderThanMs));
    }
  });
}

export function perform(action: Action, world: World): void {
  const { site, devices, monitor } = world;
  if (!('device' in action)) {
    switch (action.do) {
      case 'crash':
        site.crashAt(action.process, action.calls, action.moment);
        return;
      case 'start':
        site.start(action.process);
        return;
      case 'slow':
        site.setSlowest(action.slowestMs);
        return;
      case 'backup':
        void site.backup(action.verifyAfterMs);
        return;
      case 'restore':
        site.restore(action.before, action.announced, action.withFolder);
        return;
      case 'resolve':
        void site.resolve(action.most);
        return;
      case 'rotate':
        site.rotate();
        return;
      case 'upgrade':
        site.upgrade();
        return;
      case 'publish':
      case 'revoke':
      case 'merge':
      case 'undo-merge':
      case 'sweep':
        performOnPersons(action, world);
        return;
      case 'wait':
        return;
    }
  }
  const device = devices[action.device];
  if (!device) return;
  /** What a patient does is done in front of a page. */
  const onPage = (number: number, work: (tab: Tab) => void) => {
    const tab = device.tab(number) ?? (isUse(action) ? device.open() : undefined);
    if (tab) work(tab);
  };
  switch (action.do) {
    case 'open':
      device.open();
      return;
    case 'restart':
      device.killAll();
      device.open();
      return;
    case 'destroy':
      device.destroy();
      return;
    case 'rekey':
      device.losesKey();
      return;
    case 'off':
      device.killAll();
      return;
    case 'weather':
      device.setWeather(action.weather);
      return;
    case 'apart':
      device.setApart(action.apart);
      return;
    case 'clock':
      device.jumpClock(action.jumpMs);
      return;
    case 'locks':
      device.breakLocks(action.broken);
      return;
    case 'storage':
      device.setFaults(
        action.fault === 'none' ? undefined : { fault: action.fault, probability: action.probability },
      );
      return;
    case 'close':
      onPage(action.tab, (tab) => void tab.close());
      return;
    case 'kill':
      monitor.counts.kills += 1;
      onPage(action.tab, (tab) => tab.life.killAt(action.calls, action.moment));
      return;
    case 'save':
      onPage(action.tab, (tab) => void tab.save(action.draft));
      return;
    case 'discard':
      onPage(action.tab, (tab) => void tab.discard(action.draft));
      return;
    case 'submit':
      onPage(action.tab, (tab) => void tab.submit(action.draft, action.note));
      return;
    case 'photo':
      onPage(action.tab, (tab) => void tab.photo(action.draft, action.size));
      return;
    case 'alert':
      onPage(action.tab, (tab) => void tab.alert(action.session, action.rule));
      return;
    case 'note':
      onPage(action.tab, (tab) => void tab.note(action));
      return;
    case 'order':
      onPage(action.tab, (tab) => void tab.order(action));
      return;
    case 'sign-in':
      onPage(action.tab, (tab) => void tab.asPerson((hand) => hand.signIn(action.who)));
      return;
    case 'sign-out':
      onPage(action.tab, (tab) => void tab.asPerson((hand) => hand.signOut()));
      return;
    case 'refresh':
      onPage(action.tab, (tab) => void tab.asPerson((hand) => hand.refresh()));
      return;
    case 'edit':
      onPage(action.tab, (tab) => void tab.asPerson((hand) => hand.edit(action.entry, action.note)));
      return;
    case 'signal':
      onPage(action.tab, (tab) => tab.tell(action.signal));
      return;
  }
}
