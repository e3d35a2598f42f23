/** Does one action of a schedule. What it begins goes on while the schedule does. */

import type { Tab } from '../devices/tab.ts';
import type { Action } from '../schedules/schedule.ts';
import type { World } from './world.ts';

const uses: ReadonlySet<Action['do']> = new Set(['save', 'submit', 'photo', 'alert', 'note', 'discard']);
/** A patient who wants something opens the page first. */
const isUse = (action: Action) => uses.has(action.do);

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
    case 'signal':
      onPage(action.tab, (tab) => tab.tell(action.signal));
      return;
  }
}
