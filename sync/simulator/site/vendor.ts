/** The one vendor of the simulation. */
export const VENDOR = 'willow';
export const ENDPOINT = 'https://care.example/connect/willow';
