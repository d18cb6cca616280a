package mcp

import (
	"strings"
	"testing"

	"asterism/engine"
)

// TestWhatCannotBeReadLowersConfidence: texts in scripts that the compact models do not know are new and no copies of each other. A question about something else only finds weak
// hits, and the answer says once that it cannot judge.
func TestWhatCannotBeReadLowersConfidence(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for i, texts := range [][4]string{ // three memories about different things, and a question about a fourth
		{"서울은 오늘 비가 옵니다", "데이터베이스 백업이 실패했습니다", "고양이가 지붕 위에 있습니다", "누가 커피 기계를 청소합니까"},
		{"วันนี้ฝนตกในกรุงเทพ", "เซิร์ฟเวอร์ฐานข้อมูลเต็มแล้ว", "แมวอยู่บนหลังคา", "ใครทำความสะอาดเครื่องชงกาแฟ"},
		{"आज दिल्ली में बारिश है", "डेटाबेस का बैकअप विफल हुआ", "बिल्ली छत पर है", "कॉफी मशीन कौन साफ करता है"},
		{"היום יורד גשם בחיפה", "גיבוי מסד הנתונים נכשל", "החתול על הגג", "מי מנקה את מכונת הקפה"},
		{"اليوم تمطر في القاهرة", "فشل نسخ قاعدة البيانات", "القطة فوق السطح", "من ينظف آلة القهوة"},
		{"今天北京下雨", "数据库备份失败了", "猫在屋顶上", "谁打扫咖啡机"},
		{"今日は東京で雨が降る", "データベースのバックアップに失敗した", "猫が屋根にいる", "誰がコーヒーメーカーを掃除しますか"},
		{"დღეს თბილისში წვიმს", "მონაცემთა ბაზის ასლი ვერ შეიქმნა", "კატა სახურავზეა", "ვინ წმენდს ყავის მანქანას"},
		{"இன்று சென்னையில் மழை", "தரவுத்தள காப்பு தோல்வியடைந்தது", "பூனை கூரையில் உள்ளது", "காபி இயந்திரத்தை யார் சுத்தம் செய்கிறார்கள்"},
		{"Այսօր Երևանում անձրև է", "Տվյալների բազայի պատճենը ձախողվեց", "Կատուն տանիքին է", "Ո՞վ է մաքրում սուրճի մեքենան"},
		{"ዛሬ በአዲስ አበባ ዝናብ አለ", "የውሂብ ጎታ ምትኬ አልተሳካም", "ድመቷ ጣሪያ ላይ ናት", "የቡና ማሽኑን ማን ያጸዳል"},
		{"আজ ঢাকায় বৃষ্টি হচ্ছে", "ডাটাবেসের ব্যাকআপ ব্যর্থ হয়েছে", "বিড়াল ছাদের উপর", "কফি মেশিন কে পরিষ্কার করে"},
		{"ယနေ့ ရန်ကုန်တွင် မိုးရွာသည်", "ဒေတာဘေ့စ် အရန်ကူးခြင်း မအောင်မြင်ပါ", "ကြောင်သည် ခေါင်မိုးပေါ်တွင်", "ကော်ဖီစက်ကို ဘယ်သူ သန့်ရှင်းသလဲ"},
		{"ថ្ងៃនេះភ្លៀងនៅភ្នំពេញ", "ការបម្រុងទុកមូលដ្ឋានទិន្នន័យបរាជ័យ", "ឆ្មានៅលើដំបូល", "អ្នកណាសម្អាតម៉ាស៊ីនកាហ្វេ"},
	} {
		ns := "unread-" + string(rune('a'+i))
		for _, text := range texts[:3] {
			body, refused := c.call("inject_context", map[string]any{"content": text, "rationale": "note", "namespace": ns})
			if refused != nil || body["error"] != nil {
				t.Fatal(text, refused, body)
			}
			if body["duplicateOf"] != nil || body["similar_to"] != nil || at(body, "utl.entropy").(float64) < .5 {
				t.Errorf("%q is known: %v, %v, entropy %v", text, body["duplicateOf"], body["similar_to"], at(body, "utl.entropy"))
			}
		}
		body, words := c.said("search_graph", map[string]any{"query": texts[3], "namespace": ns})
		if body["unread"] == nil || strings.Count(words, "Note: the models do not read this language") != 1 {
			t.Errorf("%q: unread %v, in words\n%s", texts[3], body["unread"], words)
		}
		for _, h := range body["results"].([]any) {
			if p, _ := at(h, "relevance").(float64); p > .1 || body["nothingRelevant"] != true && at(h, "weak") != true {
				t.Errorf("%q: %v has a relevance of %v, weak %v, nothing relevant %v", texts[3], at(h, "snippet"), p, at(h, "weak"), body["nothingRelevant"])
			}
		}
	}
}

// TestNothingIsSaidOfHowUnreadTextsStand: of twelve unrelated sentences in each of four scripts, none is aligned with a goal or expected. A chain of causes between them only
// follows links, and no goal without a name is made of them.
func TestNothingIsSaidOfHowUnreadTextsStand(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	must := func(tool string, args given) given {
		t.Helper()
		body, refused := c.call(tool, args)
		if refused != nil || body["error"] != nil {
			t.Fatal(tool, args, refused, body)
		}
		return body
	}
	for ns, texts := range map[string][]string{
		"korean": {"서울은 오늘 비가 옵니다", "데이터베이스 백업이 실패했습니다", "고양이가 지붕 위에 있습니다", "누나는 바이올린을 켭니다", "사과는 가을에 익습니다", "배가 항구를 떠났습니다",
			"선생님이 칠판에 그렸습니다", "눈이 산을 덮었습니다", "형은 빵을 굽습니다", "시장은 다리를 열었습니다", "별이 밤에 빛납니다", "의사가 약을 주었습니다"},
		"georgian": {"დღეს თბილისში წვიმს", "მონაცემთა ბაზის ასლი ვერ შეიქმნა", "კატა სახურავზეა", "და უკრავს ვიოლინოზე", "ვაშლი შემოდგომაზე მწიფდება", "გემმა ნავსადგური დატოვა",
			"მასწავლებელმა დაფაზე დახატა", "თოვლმა მთა დაფარა", "ძმა პურს აცხობს", "მერმა ხიდი გახსნა", "ვარსკვლავი ღამით ანათებს", "ექიმმა წამალი მისცა"},
		"thai": {"วันนี้ฝนตกในกรุงเทพ", "เซิร์ฟเวอร์ฐานข้อมูลเต็มแล้ว", "แมวอยู่บนหลังคา", "พี่สาวเล่นไวโอลิน", "แอปเปิลสุกในฤดูใบไม้ร่วง", "เรือออกจากท่า",
			"ครูวาดรูปบนกระดาน", "หิมะปกคลุมภูเขา", "พี่ชายอบขนมปัง", "นายกเปิดสะพาน", "ดาวส่องแสงยามค่ำ", "หมอให้ยา"},
		"hebrew": {"היום יורד גשם בחיפה", "גיבוי מסד הנתונים נכשל", "החתול על הגג", "אחותי מנגנת בכינור", "התפוח מבשיל בסתיו", "הספינה עזבה את הנמל",
			"המורה צייר על הלוח", "השלג כיסה את ההר", "אחי אופה לחם", "ראש העיר פתח את הגשר", "הכוכב זורח בלילה", "הרופא נתן תרופה"},
	} {
		must("set_north_star", given{"description": "A payment service that never charges a customer twice", "namespace": ns})
		var ids []any
		for _, text := range texts {
			body := must("inject_context", given{"content": text, "rationale": "note", "namespace": ns, "session_id": "s"})
			ids = append(ids, body["fingerprintId"])
			if got := must("get_memory", given{"id": body["fingerprintId"]}); at(got, "measured.alignment") != nil || at(body, "utl.surprise").(float64) < .9 {
				t.Errorf("%s: alignment %v, surprise %v", text, at(got, "measured.alignment"), at(body, "utl.surprise"))
			}
		}
		for _, kind := range []string{"causal", "semantic"} {
			for i := range 4 {
				body := must("find_causal_path", given{"from": ids[i], "to": ids[i+4], "path_type": kind})
				if said, _ := body["summary"].(string); body["found"] != false || body["reverse"] != nil || !strings.Contains(said, "do not read the language") {
					t.Errorf("%s leads to %s (%s): %s", texts[i], texts[i+4], kind, said)
				}
			}
		}
		linked := must("store_memory", given{"content": texts[0] + " " + texts[1], "namespace": ns, "link_to": []any{ids[7]}})["fingerprintId"]
		if body := must("find_causal_path", given{"from": linked, "to": ids[7]}); body["found"] != true {
			t.Errorf("%s: a link is not followed: %v", ns, body["summary"])
		}
		found := must("discover_sub_goals", given{"namespace": ns, "min_cluster_size": 2})
		for _, g := range found["goals"].([]any) {
			if name, _ := at(g, "name").(string); strings.TrimSpace(name) == "" {
				t.Errorf("%s: a goal without a name: %v", ns, g)
			}
		}
	}
}
