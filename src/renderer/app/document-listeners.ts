/** What answers on the whole document, wherever something is done. Read with the first sign of somebody who does something, and once. */
import { catchFocus } from './catch-focus';
import { offerCopies } from './copy-menu';
import { limitFields } from './field-limit';

catchFocus();
offerCopies();
limitFields();
