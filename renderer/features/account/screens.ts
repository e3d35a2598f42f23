/** One chunk: who opens the one is often led to the other. */
export { PasswordScreen } from './password/password-screen.tsx';
export { ProfileScreen } from './profile/profile-screen.tsx';
