import { describeStores } from '../testing/store-contract.ts';
import { storePlaces } from '../testing/store-places.ts';

describeStores(storePlaces);
