// @ts-check
// The floor: all tables of this server. It can do nothing but look.
import { paint, tell } from "./floor_board.js";
import { followFloor } from "./live.js";

// Where the settings ask for a token, it stands in this page's address.
const token = new URLSearchParams(location.search).get("token");

followFloor({ paint, tell: (link, seconds, refusal, key) => tell(link, seconds, key), credentials: () => ({ token }) });
