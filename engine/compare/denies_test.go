package compare

import "testing"

// TestDenies: what negates, forbids or excludes is known in many languages, and words that only look so are not.
func TestDenies(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		// Portuguese "no" is "in the"; Spanish and English "no" denies.
		{"Guardar a cópia da noite no servidor", false}, {"O relatório fica no arquivo da equipe", false}, {"Salvar a configuração no banco de dados", false}, {"Atualizar os preços no site à noite", false},
		{"Os pagamentos ficam seguros no servidor", false}, {"Publicar a versão no domingo", false}, {"A reunião é no escritório do Porto", false}, {"Não guardar as cópias no servidor", true}, {"Nunca publicar no domingo", true},
		{"O cliente não paga duas vezes", true}, {"Nao apagar os dados", true}, {"No guardar las copias en el servidor", true}, {"Los datos no se borran", true}, {"São Paulo has no office", true}, {"There is no façade in front of it", true},
		{"No service is restarted on Fridays", true}, {"No admin as root", true}, {"No OS update", true}, {"No DOS images", true},
		{"Guardar as cópias no servidor de Lisboa", true}, // nothing tells that it is not Spanish
		// Japanese: two negations say "must", and words end in ない.
		{"毎晩バックアップを取らなければならない", false}, {"支払いは暗号化しなければなりません", false}, {"先にテストしないといけない", false}, {"レビューを受けなくてはいけない", false}, {"この手順は危ない", false}, {"メモリが少ない", false},
		{"無料プランは月末に終わる", false}, {"失敗するかもしれない", false}, {"金曜日にデプロイしない", true}, {"パスワードを保存してはならない", true}, {"ログは残りません", true}, {"本番環境では使用禁止", true},
		// Chinese
		{"外壳是不锈钢做的", false}, {"无人机每天巡检一次", false}, {"我们不得不重启服务器", false}, {"不仅要备份还要加密", false}, {"不断改进部署流程", false}, {"无线网络已经升级", false}, {"不管什么时候都要备份", false},
		{"别的服务先升级", false}, {"不要在星期五部署", true}, {"别删除备份", true}, {"密码没有加密", true}, {"禁止明文存储", true}, {"未经批准的部署", true},
		// Korean: "without problems" is an adverb.
		{"배포는 문제없이 끝났다", false}, {"로그는 끊임없이 쌓인다", false}, {"금액에 상관없이 승인한다", false}, {"백업을 매일 실행한다", false}, {"금요일에는 배포하지 않는다", true}, {"비밀번호를 저장하지 않습니다", true},
		{"서버를 안 끈다", true}, {"오늘은 배포 못 한다", true}, {"암호 없이 저장된다", true},
		// Parts of other words: Thai "kind", Japanese "other" and a town, German May.
		{"เปิดระบบอย่างปลอดภัย", false}, {"ตัวอย่างโค้ดอยู่ในคู่มือ", false}, {"อย่าลบข้อมูล", true}, {"別府に行く", false}, {"別のサーバーを使う", false}, {"别墅的水电费已付", false}, {"別刪除備份", true},
		{"Mai 2025 beginnt der Test", false}, {"Mai ist der Monat der Prüfung", false}, {"Mai cancellare i dati", true}, {"Mai salvare le password in chiaro", true},
		// Others
		{"Не только платежи, но и отчёты", true}, // a denial of "only": the texts of such pairs are left alone
		{"Резервные копии хранятся неделю", false}, {"Платежи не повторяются", true}, {"Нельзя хранить пароли", true}, {"Yedekler her gece alınır", false}, {"Parola olmadan girilemez", true}, {"Passwörter ohne Verschlüsselung speichern", true},
		{"Rendere i pagamenti sicuri", false}, {"Non rendere i pagamenti sicuri", true}, {"Mai salvare le password", true}, {"La maison est bleue", false}, {"Ne pas stocker les mots de passe", true}, {"Bez hasła nie wchodź", true},
		{"Kopie zapasowe robimy co noc", false}, {"विभाग की बैठक सोमवार को है", false}, {"पासवर्ड मत सहेजो", true}, {"لا تحفظ كلمات المرور", true}, {"النسخ الاحتياطية كل ليلة", false},
	} {
		if got := Denies(c.text); got != c.want {
			t.Errorf("%q: denies is %v", c.text, got)
		}
	}
}
