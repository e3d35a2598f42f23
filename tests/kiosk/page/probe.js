// The page of the tests: does what it is told by an event, and tells by a call what came of it.
const { calls, events } = globalThis.carefrontKiosk;
const held = [];
const trusted = trustedTypes.createPolicy('default', { createScriptURL: (url) => url });

const settle = (promise) =>
  Promise.race([
    promise.then(
      (value) => ({ is: 'done', value: String(value).slice(0, 200) }),
      (error) => ({ is: 'refused', value: error.name }),
    ),
    new Promise((resolve) => {
      setTimeout(() => resolve({ is: 'nothing' }), 3000);
    }),
  ]);

function fillDatabase(canaries, rows) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('left', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('rows');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const write = request.result.transaction('rows', 'readwrite', { durability: 'strict' });
      const store = write.objectStore('rows');
      for (let row = 0; row < rows; row += 1)
        store.put(`${canaries[row % canaries.length]} ${row} ${'filler '.repeat(400)}`, row);
      write.oncomplete = () => resolve(undefined);
    };
  });
}

async function readDatabase() {
  const databases = await indexedDB.databases();
  return databases.map(({ name }) => name);
}

const probes = {
  async echo({ bytes }) {
    return {
      bytes: bytes instanceof Uint8Array ? bytes.map((byte) => 255 - byte) : 'none',
      origin: location.origin,
      secure: isSecureContext,
      globals: Object.keys(globalThis).filter((name) => name.startsWith('carefront')),
    };
  },

  async leave({ canaries }) {
    const [local, session, cookie, windowName, state, title, typed, ...more] = canaries;
    localStorage.setItem('left', local);
    sessionStorage.setItem('left', session);
    await cookieStore.set({ name: 'left', value: cookie, expires: Date.now() + 99_999_000 });
    window.name = windowName;
    history.pushState({ left: state }, '', `/#${encodeURIComponent(state)}`);
    document.title = title;
    document.getElementById('name').value = typed;
    const [cached, blob, file, memory, base64, wide, ...rows] = more;
    const cache = await caches.open('left');
    await cache.put('/left', new Response(cached));
    held.push(URL.createObjectURL(new Blob([blob])));
    const root = await navigator.storage.getDirectory();
    const writer = await (await root.getFileHandle('left', { create: true })).createWritable();
    await writer.write(file);
    await writer.close();
    held.push({ memory });
    localStorage.setItem('base64', btoa(base64));
    localStorage.setItem('wide', `${wide} Ω`);
    await fillDatabase(rows, 3000);
    const area = document.createElement('textarea');
    document.body.append(area);
    area.value = `${rows[0]} copied`;
    area.select();
    // oxlint-disable-next-line typescript/no-deprecated -- the way to copy that asks for no permission.
    const copied = document.execCommand('copy');
    return { copied };
  },

  async find() {
    const root = await navigator.storage.getDirectory();
    const names = [];
    for await (const name of root.keys()) names.push(name);
    return {
      local: Object.fromEntries(Object.entries(localStorage)),
      session: Object.fromEntries(Object.entries(sessionStorage)),
      cookie: document.cookie,
      name: window.name,
      state: history.state,
      address: location.href,
      title: document.title,
      typed: document.getElementById('name').value,
      caches: await caches.keys(),
      databases: await readDatabase(),
      files: names,
    };
  },

  async reach({ http, ws, server, elsewhere }) {
    const worker = new Worker(trusted.createScriptURL('/worker.js'));
    const inWorker = await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => resolve(['error']);
      worker.postMessage({ http, ws });
    });
    const picture = (src) =>
      new Promise((resolve) => {
        const image = new Image();
        image.onload = () => resolve('loaded');
        image.onerror = () => resolve('refused');
        image.src = src;
      });
    return {
      inWorker,
      http: await settle(fetch(http, { mode: 'no-cors' })),
      picture: await picture(`${http}picture.png`),
      beacon: navigator.sendBeacon(`${http}beacon`, 'x'),
      sockets: [typeof WebSocket, typeof RTCPeerConnection, typeof WebTransport, typeof EventSource],
      own: (await fetch('/probe.json')).status,
      absent: (await fetch('/absent.json')).status,
      server: await settle(fetch(`${server}greeting`).then((answer) => answer.text())),
      redirected: await settle(fetch(`${server}redirect`)),
      beside: await settle(fetch(elsewhere)),
    };
  },

  async ask({ url, patience }) {
    return await settle(
      fetch(url, { signal: AbortSignal.timeout(patience) }).then((answer) => answer.text()),
    );
  },

  async leaveFor({ url }) {
    location.href = url;
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    return { address: location.href };
  },

  async open() {
    const frame = document.createElement('iframe');
    frame.src = '/';
    document.body.append(frame);
    document.getElementById('download').click();
    const file = await settle(
      new Promise((resolve) => {
        const input = document.getElementById('file');
        input.oncancel = () => resolve('cancelled');
        input.onchange = () => resolve('chosen');
        input.click();
      }),
    );
    return {
      window: window.open('/') === null,
      blank: window.open('about:blank', '_blank') === null,
      alert: String(alert('stay')),
      confirm: confirm('leave?'),
      print: String(window.print()),
      file,
      frame: frame.contentDocument === null ? 'foreign' : frame.contentDocument.body.childElementCount,
      worker: await settle(navigator.serviceWorker.register(trusted.createScriptURL('/worker.js'))),
      registrations: (await navigator.serviceWorker.getRegistrations()).length,
      location: await settle(
        new Promise((resolve, reject) => {
          navigator.geolocation.getCurrentPosition(resolve, () => reject(new Error('denied')));
        }),
      ),
      microphone: await settle(navigator.mediaDevices.getUserMedia({ audio: true })),
      clipboard: await settle(navigator.clipboard.readText()),
      size: [innerWidth, innerHeight, outerWidth - innerWidth, outerHeight - innerHeight],
    };
  },

  // What fingers did to the page, and what of it was seen.
  async hands() {
    const { scale, pageLeft, pageTop } = visualViewport;
    return {
      scale,
      at: [pageLeft, pageTop],
      address: location.href,
      entries: history.length,
      touched: held.filter((one) => one === 'touch').length,
    };
  },

  async pickers() {
    const pick = (name) => settle(globalThis[name]?.() ?? Promise.reject(new TypeError('absent')));
    document.getElementById('file').onclick = async () => {
      held.push({ pickers: [await pick('showOpenFilePicker'), await pick('showDirectoryPicker')] });
    };
    return {};
  },

  async picked() {
    return held.find((one) => one?.pickers !== undefined)?.pickers;
  },

  async keys() {
    return { seen: held.filter((one) => typeof one === 'string' && one.startsWith('key:')) };
  },

  async order({ count }) {
    const seen = held.filter((one) => typeof one === 'number');
    return { count, seen, readyState: document.readyState };
  },
};

document.addEventListener('touchstart', () => held.push('touch'));
document.addEventListener('keydown', (event) => {
  const modifiers = ['Control', 'Alt', 'Shift', 'Meta'].filter((name) => event.getModifierState(name));
  held.push(`key:${[...modifiers, event.key].join('+')}`);
});
events.idle((number) => held.push(number));
events.status(async ({ probe, ...given }) => {
  const result = await probes[probe](given).catch((error) => ({ error: `${error.name}: ${error.message}` }));
  await calls['print.receipt']({ probe, result });
});
await calls.start({ language: 'en' });
