/* Preloaded into a compositor whose screen is a window of X11's. That one copies the outer screen's Control and Alt to its clients before each key, whatever
 * its own keymap says; a machine's keyboard only sends numbers of keys. Without this the copy is not made, and the compositor's keymap is all there is. */
int xkb_state_update_mask(void) { return 0; }
