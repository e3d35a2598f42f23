/** What the screens show that most visits begin with: as a part of the entry it compresses better, and is one request less, than in a file of its own. */
import '../../sync/domain/vendor/store-cookie.ts';
import '../design/basic/status/notice.tsx';
import '../design/basic/text/art.tsx';
import '../shell/frame/form-facts.tsx';
import '../shell/frame/last-vendor.ts';
import '../shell/frame/shopfront.module.css';
import '../shell/frame/vendor-page.tsx';
