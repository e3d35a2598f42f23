// What a worker can reach: it has none of the page's locks.
self.onmessage = async ({ data }) => {
  const tried = [];
  await fetch(data.http).then(
    () => tried.push('fetch'),
    () => undefined,
  );
  await new Promise((resolve) => {
    try {
      const socket = new WebSocket(data.ws);
      socket.onopen = () => {
        tried.push('socket');
        resolve();
      };
      socket.onerror = resolve;
    } catch {
      resolve();
    }
  });
  self.postMessage(tried);
};
