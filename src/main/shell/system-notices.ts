import { app, Notification } from 'electron';
import { APP_NAME } from '@shared/profiles/window-title';
import type { SystemNotices } from './background-notices';

/** Notifications and the count on the app's icon, as far as the desktop supports them. */
export const systemNotices: SystemNotices = {
  notify: (body, onClick) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title: APP_NAME, body });
    notification.on('click', onClick);
    notification.show();
  },
  setCount: (count) => void app.setBadgeCount(count),
};
