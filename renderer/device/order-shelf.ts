/** The name under which a device keeps what opens an order, and the `view` that was last seen of it. */
export const orderShelf = (order: string): string => `order:${order}`;
