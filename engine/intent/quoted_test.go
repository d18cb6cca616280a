package intent

import (
	"slices"
	"strings"
	"testing"
)

func TestQuoted(t *testing.T) {
	for question, want := range map[string][]string{
		`who said "never on a Friday"?`:              {"never on a Friday"},
		`"write ahead log"`:                          {"write ahead log"},
		`the rule “two pairs of eyes” and “no rush”`: {"two pairs of eyes", "no rush"},
		`"one" "two"`:                                {"one", "two"},
		`«à bientôt», dit-elle`:                      {"à bientôt"},
		`wer sagte „niemals“?`:                       {"niemals"},
		`("in brackets")`:                            {"in brackets"},
		`a 5" disk and a 3" disk`:                    nil,
		`print("hello") fails`:                       nil,
		`{"name": "x", "id": 3}`:                     nil,
		`don't say 'it'`:                             nil,
		`an "unclosed phrase`:                        nil,
		`empty "" and " " and "?!"`:                  nil,
		``:                                           nil,

		// letters that touch the quotation marks
		`他说"部署失败"的时候谁在值班？`:           {"部署失败"},
		`他说“部署失败”的时候`:                {"部署失败"},
		`「部署失败」`:                     {"部署失败"},
		`誰が『ロールバック 済み』と書いたか`:         {"ロールバック 済み"},
		`「一つ」「二つ」と『三つ』`:              {"一つ", "二つ", "三つ"},
		`"一"和"二"，还有“三”。`:             {"一", "二", "三"},
		`누가 "배포 실패"라고 했나요?`:          {"배포 실패"},
		`ใครพูดว่า"ล้มเหลว"เมื่อวาน`: {"ล้มเหลว"},
		`エラー＂接続拒否＂の原因`:               {"接続拒否"},
		`｢半角｣の括弧`:                    {"半角"},
		`the sign says 「出口」 twice`:   {"出口"},
		`（“夜间构建”）`:                   {"夜间构建"},
		`5"的磁盘和3"的磁盘`:                nil,
		`打印("hello")失败`:              nil,
		`set"x"的值`:                   nil,
		`「」『 』`:                      nil,
		`「開いたまま`:                     nil,
		`"one""two"`:                 nil,
	} {
		if got := Quoted(question); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
	if n := len(Quoted(strings.Repeat(`"again" `, 100))); n != MostQuoted {
		t.Errorf("%d phrases are read, want %d", n, MostQuoted)
	}
}

func TestSays(t *testing.T) {
	for _, c := range []struct {
		text, phrase string
		want         bool
	}{
		{"We deploy NEVER on a\nFriday.", "never on a Friday", true},
		{"never on Friday", "never on a Friday", false},
		{"one never ons a Friday", "never on", false},
		{"(two pairs of eyes)", "two pairs of eyes", true},
		{"version v1.2.3, tested", "v1.2.3", true},
		{"version v1.2.3.4", "v1.2.3", false},
		{"C++ and C#", "c++", true},
		{"anything", "?!", false},

		// scripts without spaces, and Korean
		{"購入画面のボタンが二重に押されると注文が二件できる", "注文が二件", true},
		{"購入画面のボタンが二重に押されると注文が二件できる", "注文が三件", false},
		{"支付网关在周五晚上会重启", "支付网关", true},
		{"ปุ่มเช็คเอาต์ไม่ทำงาน", "เช็คเอาต์", true},
		{"ปุ่มที่", "ปุ่มที", false}, // the mark belongs to its letter
		{"만료된 인증서는 다시 만든다", "인증서", true},
		{"REST APIは二件", "api", true},
		{"第12版", "12", true},
		{"第12版", "1", false},
		{"ﾛｸﾞを消す", "ログ", true},

		// parts of paths and identifiers
		{"/opt/app-data/cache", "app-data", true},
		{"/opt/app-data/cache", "/opt/app-data", true},
		{"/opt/app-data/cache", "cache", true},
		{"/opt/app-data/cache", "app-dat", false},
		{"/opt/app-data/cache", "pt/app", false},
		{"SHA256:9dQ1v0", "9dQ1v0", true},
		{"topic orders.v1.created", "orders.v1", true},
		{"topic orders.v12.created", "orders.v1", false},
		{"fails with E_CART_409", "E_CART", true},
		{"fails with E_CART_409", "CART_40", false},
		{"ｄｂ－０１ is full", "db-01", true},
		{"db-01 is full", "ｄｂ－０１", true},
		{"Acme™ is ours", "acme", true},

		// numbers and versions are whole
		{"version 1.2.3", "1.2", false},
		{"version 1.2.3", "2.3", false},
		{"version v1.2.3", "1.2.3", true},
		{"version rev1.2.3", "1.2.3", false},
		{"version 1.2.3-rc1", "1.2.3", true},
		{"it is 1.2.", "1.2", true},
		{"costs 1,200 EUR", "200", false},
		{"PAY-10412", "PAY-1041", false},
		{"127.0.0.1:8080", "8080", true},
		{"127.0.0.12", "127.0.0.1", false},
		{"costs $5", "5", true},

		// words are whole
		{"we can't deploy", "we can", false},
		{"Ann's disk", "Ann", true},
		{"l’image est là", "image", true},
		{"written in C++", "c", false},
		{"a+b", "a", true},
		{"cartography", "cart", false},
		{"cafés", "café", false},
		{"ab ab abc", "abc", true},
	} {
		if got := Says(c.text, c.phrase); got != c.want {
			t.Errorf("%q says %q: %v", c.text, c.phrase, got)
		}
	}
}

// FuzzQuoted checks that a question contains each phrase that it quotes.
func FuzzQuoted(f *testing.F) {
	f.Add(`"a b" “c” «d» "`)
	f.Fuzz(func(t *testing.T, question string) {
		for _, p := range Quoted(question) {
			if !Says(p, p) || !strings.Contains(strings.Join(strings.Fields(question), " "), p) {
				t.Fatalf("%q is no phrase of %q", p, question)
			}
		}
	})
}
