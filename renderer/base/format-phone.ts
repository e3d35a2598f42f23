/** E.164 as it is read: North American numbers in their usual groups, others as they are. */
export function formatPhone(phone: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return american ? `(${american[1]}) ${american[2]}-${american[3]}` : phone;
}
