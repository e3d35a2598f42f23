import { may, permissions, staffRoles } from '../../../../sync/domain/staff/permissions.ts';
import { classes } from '../../../base/classes.ts';
import { VisuallyHidden } from '../../../design/basic/index.ts';
import { Sheet } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import styles from './permissions-sheet.module.css';

/** What each role may do, from the table that the server asks. */
export function PermissionsSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages('console');
  const { session } = useConsole();
  return (
    <Sheet isOpen onOpenChange={onClose} title={t('permissions.title')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t('permissions.what')}</VisuallyHidden>
            </th>
            {staffRoles.map((role) => (
              <th key={role} scope="col" className={classes(styles.role, own(role, session) && styles.own)}>
                {t(`permissions.role.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissions.map((permission) => (
            <tr key={permission}>
              <th scope="row" className={styles.what}>
                {t(`permissions.${permission}`)}
              </th>
              {staffRoles.map((role) => (
                <td key={role} className={classes(styles.role, own(role, session) && styles.own)}>
                  {t(may(role, permission) ? 'permissions.yes' : 'permissions.no')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}

const own = (role: string, { staff }: ReturnType<typeof useConsole>['session']) => role === staff.role;
