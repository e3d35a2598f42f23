/** Preloaded by a server's process: what it sends to Stripe goes to the double, at the port that `STRIPE_DOUBLE` names. */
import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

const STRIPE = 'api.stripe.com';
const port = Number(process.env.STRIPE_DOUBLE);
const { request } = https;

function toDouble(options: RequestOptions) {
  const { agent: _tls, ...plain } = options;
  const asked = http.request({ ...plain, host: '127.0.0.1', port, protocol: 'http:' });
  // The library writes once the line is secure.
  asked.once('socket', (socket) => socket.once('connect', () => socket.emit('secureConnect')));
  return asked;
}

const redirected = (...given: Parameters<typeof request>) => {
  const [options] = given;
  const isStripe = typeof options === 'object' && 'host' in options && options.host === STRIPE;
  return isStripe && !(options instanceof URL) ? toDouble(options) : request(...given);
};
Object.assign(https, { request: redirected });
syncBuiltinESMExports();
